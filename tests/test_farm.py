"""Encrypted farms: certificates let in whoever has them, and all others get one sentence."""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

import pytest
from farm_certificates import Certificates, make_certificates

from footfall import Character, Scheduler, Take, simulate_many
from footfall.base.errors import FootfallError, InvalidInput, SimulationError
from footfall.crowd.groups import groups_that_meet, split
from footfall.crowd.members import Crowd, make_shot
from footfall.crowd.surfaces import Rectangle
from footfall.evaluation.local_cluster import LocalCluster

CROWD = Crowd(
    count=3, behaviour="dance", surface=Rectangle((200.0, 200.0)), spacing=40.0, duration=0.3
)  # each a group of its own
SHOT = make_shot([Character.humanoid()], CROWD)
SHOTS = split(SHOT, groups_that_meet(SHOT))
AWAY = "203.0.113.9"  # of a range that no computer has: RFC 5737
NOBODY = "tcp://127.0.0.1:1"


@pytest.fixture(scope="module", autouse=True)
def has_dask() -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return make_certificates(tmp_path_factory.mktemp("farm") / "ours")


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return make_certificates(tmp_path_factory.mktemp("farm") / "strangers")


@pytest.fixture(scope="module")
def farm(ours: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with closing(LocalCluster(tmp_path_factory.mktemp("cluster"), ours.options)) as cluster:
        assert cluster.address.startswith("tls://")
        cluster.add_worker()
        yield cluster


def content(take: Take) -> bytes:
    """Everything in a take, as the bytes of its file."""
    file = io.BytesIO()
    take.write(file)
    return file.getvalue()


def footfall(
    *line: str, folder: Path, variables: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[str]:
    """A run of the command line in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "footfall", *line], cwd=folder, env={**os.environ, **variables},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def refusal(scheduler: Scheduler) -> FootfallError:
    with pytest.raises(FootfallError) as refused:
        list(simulate_many(SHOTS, scheduler=scheduler))
    return refused.value


def test_a_crowd_simulated_over_tls_is_the_same_bit_by_bit(
    farm: LocalCluster, ours: Certificates
) -> None:
    far = list(simulate_many(SHOTS, scheduler=Scheduler(farm.address, **ours._asdict())))
    here = list(simulate_many(SHOTS, workers=1))
    assert len(far) > 1
    assert [content(take) for take in far] == [content(take) for take in here]


def test_environment_variables_of_dask_name_the_certificates(
    farm: LocalCluster, ours: Certificates, tmp_path: Path
) -> None:
    SHOTS[0].save(tmp_path / "shot.json")
    line = ["simulate", "shot.json", "--out", "take.npz", "--scheduler", farm.address]
    variables = {
        "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": ours.ca_file,
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": ours.certificate,
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": ours.key,
    }
    without, done = (
        footfall(*line, folder=tmp_path, variables=added) for added in ({}, variables)
    )
    assert without.returncode == 2
    assert "A scheduler of tls:// needs a CA file: name its file in" in without.stderr
    assert done.returncode == 0, done.stderr
    (here,) = simulate_many(SHOTS[:1])
    assert content(Take.load(tmp_path / "take.npz")) == content(here)


def test_configuration_of_dask_names_what_is_not_given(
    farm: LocalCluster, ours: Certificates
) -> None:
    import dask

    settings = {
        "distributed.comm.tls.client.cert": ours.certificate,
        "distributed.comm.tls.client.key": ours.key,
    }
    with dask.config.set(settings):
        scheduler = Scheduler(farm.address, ca_file=ours.ca_file)
        assert len(list(simulate_many(SHOTS[:1], scheduler=scheduler))) == 1


def test_a_client_with_another_ca_is_refused(
    farm: LocalCluster, ours: Certificates, strangers: Certificates
) -> None:
    other = refusal(Scheduler(farm.address, **strangers._asdict()))
    assert "The certificate of the scheduler" in str(other) and "is refused: " in str(other)
    posing = strangers._replace(ca_file=ours.ca_file)
    assert "refuses this computer's certificate" in str(
        refusal(Scheduler(farm.address, **posing._asdict()))
    )


@pytest.mark.parametrize(
    ("part", "name"), [("ca_file", "CA file"), ("certificate", "certificate"), ("key", "key")]
)
def test_a_missing_file_is_named(ours: Certificates, part: str, name: str) -> None:
    files = {**ours._asdict(), part: "/nowhere/file.pem"}
    error = refusal(Scheduler("tls://127.0.0.1:1", **files))
    assert isinstance(error, InvalidInput)
    assert f"The {name} '/nowhere/file.pem' for tls:// is not there" in str(error)


def test_the_key_of_another_certificate_is_refused(
    ours: Certificates, strangers: Certificates
) -> None:
    files = ours._replace(key=strangers.key)
    error = refusal(Scheduler("tls://127.0.0.1:1", **files._asdict()))
    assert "is not that of the certificate" in str(error)


def test_a_file_that_is_no_certificate_is_refused(ours: Certificates, tmp_path: Path) -> None:
    text = tmp_path / "text.pem"
    text.write_text("none")
    for part in ("ca_file", "certificate"):
        files = {**ours._asdict(), part: str(text)}
        error = refusal(Scheduler("tls://127.0.0.1:1", **files))
        assert isinstance(error, InvalidInput) and "cannot be used as a PEM file" in str(error)


def test_a_key_with_a_password_is_refused_and_not_asked_for(
    ours: Certificates, tmp_path: Path
) -> None:
    locked = tmp_path / "locked.key"
    subprocess.run(
        ["openssl", "pkey", "-in", ours.key, "-aes256", "-passout", "pass:1234", "-out", locked],
        check=True,
    )  # fmt: skip
    files = ours._replace(key=str(locked))
    error = refusal(Scheduler("tls://127.0.0.1:1", **files._asdict()))
    assert "has a password" in str(error)


def test_tls_to_a_scheduler_without_it_is_one_sentence(
    cluster: LocalCluster, ours: Certificates
) -> None:
    address = cluster.address.replace("tcp://", "tls://")
    error = refusal(Scheduler(address, **ours._asdict()))
    assert "answers without encryption: start it with '--protocol tls'" in str(error)


def test_a_scheduler_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.search.dask_probe.ANSWER_WITHIN", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        error = refusal(Scheduler(f"127.0.0.1:{silent.getsockname()[1]}"))
    assert isinstance(error, SimulationError)
    assert "There is no answer from the scheduler" in str(error) and "write tls://" in str(error)
    assert "There is no answer from the scheduler" in str(refusal(Scheduler(NOBODY)))


@pytest.mark.parametrize("address", [f"tcp://{AWAY}:8786", f"{AWAY}:8786", f"TCP://{AWAY}:8786"])
def test_an_unencrypted_scheduler_elsewhere_is_refused(address: str) -> None:
    error = refusal(Scheduler(address))
    assert isinstance(error, InvalidInput)
    assert "on another computer and not encrypted" in str(error)
    assert "executes the pickles" in str(error) and "--allow-unencrypted" in str(error)


def test_a_switch_allows_it() -> None:
    error = refusal(Scheduler("tcp://farm.invalid:8786", allow_unencrypted=True))
    assert "There is no computer named 'farm.invalid'" in str(error)


def test_the_switch_is_one_of_the_command_line(tmp_path: Path) -> None:
    SHOTS[0].save(tmp_path / "shot.json")
    line = ["simulate", "shot.json", "--out", "take.npz", "--allow-unencrypted"]
    said = footfall(*line, "--scheduler", "tcp://farm.invalid:8786", folder=tmp_path)
    assert "There is no computer named 'farm.invalid'" in said.stderr


def test_addresses_of_this_computer_are_its_own() -> None:
    from footfall.search.dask_probe import is_this_computer

    for own in ("127.0.0.1", "127.0.0.2", "::1", "localhost", socket.gethostname()):
        assert is_this_computer(own), own
    assert not is_this_computer(AWAY)
    assert not is_this_computer("2001:db8::1")


@pytest.mark.parametrize(
    "address", ["http://farm:8786", "ucx://farm:1", "tls://farm", "farm", "tls://farm:99999", ""]
)
def test_another_kind_of_address_is_refused(address: str) -> None:
    error = refusal(Scheduler(address))
    assert isinstance(error, InvalidInput)
    assert "must be written as tls://farm:8786" in str(error)


def test_addresses_are_read_in_all_their_forms() -> None:
    assert Scheduler("tls://[fe80::1%eth0]:8786").place == ("tls", "fe80::1%eth0", 8786)
    assert Scheduler("farm:8786").place == ("tcp", "farm", 8786)


def test_a_configuration_of_dask_that_requires_encryption_holds() -> None:
    import dask

    with dask.config.set({"distributed.comm.require-encryption": True}):
        error = refusal(Scheduler(NOBODY))
    assert "dask's configuration requires encryption" in str(error)
