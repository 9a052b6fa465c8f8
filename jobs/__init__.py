"""Where a run runs: worker processes, pools of them, clusters, and the cache of takes."""
