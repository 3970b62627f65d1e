"""The games as environments of other libraries: PettingZoo, Gymnasium, OpenSpiel, and as text for language models.

`from branchline.envs import northern_pacific_v0` is a PettingZoo environment; `import branchline.envs.openspiel` registers the
games with OpenSpiel.  Gymnasium finds its environments by itself.  All of this needs `pip install "branchline[envs]"`.
"""
