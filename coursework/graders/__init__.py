"""What the checks of several exercises share: spaces, relaxations, positions, plans, commands.

Begin with the checks of an exercise, which name what they use. Students' code cannot import this.
"""
