"""Boards and positions as pictures: SVG that stands alone or inside a page."""

from planner_clue.game.board.drawing.picture import board_svg
from planner_clue.game.board.drawing.rooms import token_spots
from planner_clue.game.board.drawing.routes import route_points

__all__ = ["board_svg", "route_points", "token_spots"]
