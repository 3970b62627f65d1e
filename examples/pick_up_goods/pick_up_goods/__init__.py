"""Pick-up Goods, a small game for Branchline."""
