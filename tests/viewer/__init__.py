"""The page as files: how it is put together, without a browser."""
