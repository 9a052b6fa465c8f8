"""The looks of a crowd's members: drawn by seed and number, each from a stream of its own."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.looks import KeyRange, Look, Looks, MaterialGroup, PartSlot
from footfall.crowd.members import make_shot

HATS = PartSlot(name="Hats", options=("Cap", "Crown", "Helmet"), chance=0.5)
BAGS = PartSlot(name="Bags", options=("Purse", "Sack"))
SHIRTS = MaterialGroup(name="Shirt", options=("Shirt Blue", "Shirt Red"))
BELLY = KeyRange(name="Belly", lowest=0.2, highest=0.8)
LOOKS = Looks(slots=(HATS, BAGS), materials=(SHIRTS,), keys=(BELLY,))
MANY = 600
THERE = LOOKS.objects


def looks_of(crowd: Crowd) -> list[Look]:
    return [crowd.look(number, THERE) for number in range(crowd.count)]


def test_each_option_is_drawn_as_often_as_it_should_be() -> None:
    drawn = looks_of(Crowd(count=MANY, looks=LOOKS))
    parts = Counter(part for look in drawn for part in look.parts)
    materials = Counter(look.materials["Shirt"] for look in drawn)
    deviation = 5.0 * np.sqrt(MANY / 4.0)
    for option in HATS.options:
        assert parts[option] == pytest.approx(MANY * 0.5 / 3.0, abs=deviation)
    for count in (parts["Purse"], parts["Sack"], *(materials[name] for name in SHIRTS.options)):
        assert count == pytest.approx(MANY / 2.0, abs=deviation)
    assert parts["Purse"] + parts["Sack"] == MANY
    values = [look.keys["Belly"] for look in drawn]
    assert 0.2 <= min(values) < 0.25
    assert 0.75 < max(values) <= 0.8


def test_draws_are_independent_of_each_other() -> None:
    hoses = MaterialGroup(name="Hose", options=("Hose Blue", "Hose Red"))
    looks = replace(
        LOOKS, materials=(SHIRTS, hoses), keys=(BELLY, replace(BELLY, name="Nose")),
        slots=(BAGS, PartSlot(name="Shoes", options=("Boots", "Clogs"))),
    )  # fmt: skip
    drawn = [Crowd(looks=looks).look(number, looks.objects) for number in range(MANY)]
    second = [
        [look.materials[group.name] == group.options[1] for group in looks.materials]
        + [slot.options[1] in look.parts for slot in looks.slots]
        + [look.keys[key.name] for key in looks.keys]
        for look in drawn
    ]
    correlations = np.corrcoef(np.array(second, float).T)
    assert np.abs(correlations - np.eye(6)).max() < 5.0 / np.sqrt(MANY)


def test_another_slot_leaves_what_was_drawn() -> None:
    crowd = Crowd(count=20, looks=replace(LOOKS, slots=(HATS,), keys=()))
    for before, after in zip(looks_of(crowd), looks_of(replace(crowd, looks=LOOKS)), strict=True):
        assert set(before.parts) == set(after.parts).intersection(HATS.options)
        assert before.materials == after.materials


def test_looks_change_nothing_of_what_is_simulated() -> None:
    body = Character.humanoid()
    assert make_shot([body], Crowd(looks=LOOKS)) == make_shot([body], Crowd())


def test_a_seed_of_its_own_changes_the_look_of_one_member() -> None:
    crowd = Crowd(count=5, looks=LOOKS)
    pairs = zip(looks_of(crowd), looks_of(replace(crowd, seeds={2: 9})), strict=True)
    assert [one == other for one, other in pairs] == [True, True, False, True, True]


def test_a_member_has_only_parts_of_its_own_rig() -> None:
    crowd = Crowd(count=60, looks=LOOKS)
    worn = {part for number in range(60) for part in crowd.look(number, {"Cap", "Purse"}).parts}
    assert worn == {"Cap", "Purse"}


def test_looks_are_read_as_they_were_written() -> None:
    crowd = Crowd(count=8, looks=LOOKS, seeds={3: 5})
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(crowd))))
    assert again.looks == LOOKS
    assert looks_of(again) == looks_of(crowd)
    older = crowd_to_data(crowd)
    del older["looks"]
    assert crowd_from_data(json.loads(json.dumps(older))).looks == Looks()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: replace(HATS, chance=1.5), "The chance of 'Hats' must be 0 to 1, got 1.5"),
        (lambda: replace(BELLY, lowest=0.9), "'Belly' must be 0.9 to 10, got 0.8"),
        (lambda: replace(BELLY, lowest=-11.0), "'Belly' must be -10 to 10, got -11.0"),
        (lambda: Looks(slots=(HATS, HATS)), "The looks of a crowd have 'Hats' twice"),
        (
            lambda: Looks(materials=(SHIRTS, replace(SHIRTS, name="Sh"))),
            "The material 'Shirt Blue' begins with 'Shirt' and with 'Sh': vary one of these",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(make, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        make()
