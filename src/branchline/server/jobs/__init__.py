"""Background jobs: work that outlasts a request, such as reviews.  They are stored, so they survive restarts.

`kinds` names the work of each kind, `worker` does it in a process of low priority, `runner` hands out the jobs of the store.
`warmup` compiles games, and `supervision` restarts work that fails.
"""
