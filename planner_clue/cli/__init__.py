"""The command line, a module for each group of commands.

Begin with ``app``, which finds the module of a command and loads no other.
"""
