"""Theorems, hunts, classes, certificates."""

import json
import re

import pytest

import nimfield


def test_claims_are_those_of_the_command(json_of):
    claims = nimfield.claims()
    assert len(claims) > 50 and claims["ferguson-theorem-3"].status
    [told] = json_of(["verify", "--json", "ferguson-theorem-3", "--up-to", "15"])
    own = nimfield.verify("ferguson-theorem-3", up_to=15)
    del told["seconds"], own["seconds"]
    assert own == told
    with pytest.raises(KeyError, match="unknown claim"):
        nimfield.verify("fermat")


def false_claim():
    """A claim that is known to be false, and quickly seen to be."""
    return next(c for c in nimfield.claims().values() if "refuted" in c.status.lower() or "false" in c.status.lower())


def test_a_counterexample_is_a_certificate(tmp_path):
    claim = false_claim()
    found = nimfield.verify(claim.claim)
    assert found["verdict"] == "false" and found["as_recorded"]
    path = tmp_path / "counterexample.json"
    path.write_text(json.dumps(found["counterexample"]))
    assert nimfield.check(path)["claim"] == claim.claim
    # With one number changed it is invalid.
    text = path.read_text()
    certificate = json.loads(text)
    facts = [fact for fact in certificate["facts"] if fact["tree"]]
    if facts:
        tree = facts[0]["tree"][-1]
        tree["left"] = []
        facts[0]["value"] = 7
        path.write_text(json.dumps(certificate))
        with pytest.raises((nimfield.FalseCertificate, ValueError)):
            nimfield.check(path)


def test_a_hunt_keeps_its_state(tmp_path):
    state = tmp_path / "hunt.state"
    first = nimfield.hunt("ferguson-theorem-3", up_to=8, state=state)
    again = nimfield.hunt("ferguson-theorem-3", up_to=12, state=state)
    whole = nimfield.hunt("ferguson-theorem-3", up_to=12)
    assert first["complete_to"] == 8 and again["complete_to"] == 12 and again["cases"] == whole["cases"]
    half = nimfield.hunt("ferguson-theorem-3", up_to=12, shard=(1, 2))
    other = nimfield.hunt("ferguson-theorem-3", up_to=12, shard=(2, 2))
    assert half["cases"] + other["cases"] == whole["cases"]
    with pytest.raises(ValueError, match="the state is that of"):
        nimfield.hunt("ferguson-theorem-3", up_to=12, shard=(1, 2), state=state)
    with pytest.raises(ValueError, match="shard"):
        nimfield.hunt("ferguson-theorem-3", shard=(3, 2))
    stopped = nimfield.hunt("ferguson-theorem-3", time=0)
    assert stopped["stopped"] and stopped["counterexample"] is None


def test_classes_are_those_of_the_command(json_of):
    [told] = json_of(["classify", "--json", "pnim", "--up-to", "7"])
    assert nimfield.classify("pnim", up_to=7) == told
    with pytest.raises(ValueError):
        nimfield.classify("chess", up_to=5)
    with pytest.raises(ValueError, match="for by"):
        nimfield.classify("pnim", up_to=5, by="colour")


def test_certificates_of_boards(tmp_path):
    certificate = nimfield.certify("tactix[4x4]")
    path = tmp_path / "tactix.cert"
    certificate.write(path)
    again = nimfield.Certificate.read(path)
    assert again.check() == certificate.check() == nimfield.check(path)
    first = certificate.check()["first_player_wins"]
    assert first == (nimfield.Tactix(4, 4).outcome() == "N")
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with pytest.raises(nimfield.FileFault):
        nimfield.check(path)
    with pytest.raises(nimfield.OutOfReach):
        nimfield.certify("nim[3]")
    assert re.search(r"tactix", repr(certificate))


def test_games_are_described():
    games = nimfield.games()
    assert games["matrix"].theory and games["matrix-partizan"].partizan and not games["nim"].partizan
    for info in games.values():
        assert nimfield.parse(info.example).games


def test_certificates_of_other_kinds_are_for_the_command(tmp_path):
    path = tmp_path / "quotient.json"
    path.write_text('{"certificate": "quotient", "version": 1}')
    with pytest.raises(nimfield.OutOfReach, match="`nimfield check` checks certificates of the kind `quotient`"):
        nimfield.check(path)
