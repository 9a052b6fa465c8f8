"""Where simulations run: worker processes, pools of them, clusters, and the cache of takes."""
