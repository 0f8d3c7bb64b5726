"""Values of short games."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimfield
from nimfield import Game, Nimber

dyadics = st.builds(lambda n, e: Fraction(n, 1 << e), st.integers(-20, 20), st.integers(0, 4))
leaves = st.one_of(dyadics.map(Game), st.sampled_from(["*", "^", "v*", "*3", "+-1", "{2|0}"]).map(Game))
games = st.recursive(
    leaves, lambda inner: st.builds(Game.of_options, st.lists(inner, max_size=2), st.lists(inner, max_size=2)), max_leaves=5
)


@given(games, games, games)
def test_the_laws_of_the_group(g, h, k):
    assert g + h == h + g and (g + h) + k == g + (h + k)
    assert g + 0 == g and g - g == 0 and -(-g) == g and -(g + h) == -g - h
    assert (g <= h) == (g + k <= h + k)
    assert (g <= h and h <= g) == (g == h)
    assert g.is_confused_with(h) == (not g <= h and not g >= h)
    assert g * 3 == g + g + g == 3 * g and g * -1 == -g


@given(games)
def test_options_give_the_game_again(g):
    assert Game.of_options(g.left_options(), g.right_options()) == g
    # By definition: Left wins moving second if no option of Right is at most 0.
    assert (g >= 0) == (not any(right <= 0 for right in g.right_options()))
    assert g.outcome() == {(True, True): "P", (True, False): "L", (False, True): "R", (False, False): "N"}[g >= 0, g <= 0]


@given(games)
def test_thermographs(g):
    walls = g.thermograph()
    left, right = g.stops()
    assert walls.stops_at(0) == (left, right) and left >= right
    assert walls.mean == g.mean() and walls.temperature == g.temperature()
    high = max(walls.temperature, 0) + 1
    assert walls.stops_at(high) == (walls.mean, walls.mean)
    assert (g + g).mean() == 2 * g.mean()
    assert walls == (g + 0).thermograph() and hash(walls) == hash((g + 0).thermograph())
    assert walls.to_svg().startswith("<svg") and "mean" in repr(walls)


@given(games)
def test_text_hash_and_pickles(g):
    assert eval(repr(g)) == g
    again = pickle.loads(pickle.dumps(g))
    assert again == g and hash(again) == hash(g) == hash(g + 0)
    assert Game(str(g)) == g


@given(dyadics)
def test_numbers_are_those_of_python(x):
    g = Game(x)
    assert g == x and x == g and hash(g) == hash(x) and g.is_number and g.to_fraction() == x
    assert g + 1 == x + 1 and 1 - g == 1 - x and g < x + 1 and g.mean() == x
    assert {g: 1}[x] == 1
    if x.denominator == 1:
        assert Game(int(x)) == int(x) and hash(g) == hash(int(x))


def test_what_are_no_games():
    with pytest.raises(ValueError, match="power of two"):
        Game(Fraction(1, 3))
    assert Game(0) != Fraction(1, 3) and Game(0) != "0" and Game(0) != 0.5
    for wrong in [None, 1.5, [1], True]:
        with pytest.raises(TypeError):
            Game(wrong)
    with pytest.raises(TypeError):
        Game(1) + "1"
    with pytest.raises(TypeError):
        Game("*") * Game("*")
    with pytest.raises(ValueError, match="is not a game"):
        Game("* == 0")
    with pytest.raises(nimfield.ParseError) as caught:
        Game("{2|-1}+)")
    assert caught.value.text[caught.value.position] == ")"
    with pytest.raises(ValueError, match="is not a number"):
        Game("*").to_fraction()
    with pytest.raises(OverflowError):
        Game(2**200)


def test_known_values():
    assert Game("{0|0}") == Game("*") and Game.of_options([0], ["*"]) == Game("^")
    assert Game("^*").is_confused_with(0) and Game("^") > 0 and Game("^^*") > 0
    assert Game("{2|-1}").cool(1) == Game("{1|0}") and Game("{1|0}").heat(1) != 0
    assert Game("^^").atomic_weight() == 2 and Game("+-1").temperature() == 1
    assert Game("1/4").birthday() == 3 and Game("*2").kind == "infinitesimal"
    assert Game("^").is_all_small and not Game("1").is_all_small
    assert Game("*").ordinal_sum(0) == Game("*")
    assert [str(g) for g in Game("*2").left_options()] == ["0", "*"]
    assert Game(3).norton_product("^") == Game("^3")
    assert Game("*3") == Game("*") + Game("*2")
    assert Game("{1|0}").incentives()


def test_the_calculator(json_of):
    for text in ["{2|-1} + *3", "{2|-1} >= ^", "mean({2|-1})", "cool({2|-1},1)"]:
        [told] = json_of(["value", "--json", text])
        value = nimfield.value(text)
        value = str(value).lower() if isinstance(value, bool) else str(value)
        assert str(told["value"]).lower() == value
    assert nimfield.value("* == 0") is False


def test_a_game_of_any_size_goes_through_a_pickle():
    g = nimfield.MatrixPartizan([[20, 31], [25, 17]]).canonical_form()
    assert pickle.loads(pickle.dumps(g)) == g


def test_values_outlive_their_arena():
    """So many values are made that later ones live in another arena; they add up all the same."""
    first = Game("{7|{3|-5}}")
    doubles = [nimfield.canonical_forms([[[20, 31], [25, 17]]])[0] for _ in range(3)]
    # Each of these lives in an arena of its own.
    assert doubles[0] == doubles[1] and hash(doubles[0]) == hash(doubles[1])
    assert doubles[0] - doubles[2] == 0
    assert (first + doubles[0]) - doubles[1] == first
    assert doubles[0].thermograph() == doubles[1].thermograph()


def test_nimbers_are_not_games():
    assert Game("*3") != Nimber(3)
    with pytest.raises(TypeError):
        Game("*3") + Nimber(3)
