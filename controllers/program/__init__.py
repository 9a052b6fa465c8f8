"""The whole-body program: accelerations, torques and contact forces of least objective."""
