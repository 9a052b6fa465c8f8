"""The whole-body program: accelerations, torques and contact forces that serve objectives best."""
