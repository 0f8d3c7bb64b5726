"""Words that several modules use."""


def adjective(play: str) -> str:
    """The name of a play convention as prose writes it, with the accent."""
    return "misère" if play == "misere" else play
