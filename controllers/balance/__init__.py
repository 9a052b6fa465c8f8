"""How a body keeps upright over its feet, and how it holds itself while it does."""
