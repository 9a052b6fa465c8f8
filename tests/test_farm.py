"""A farm behind tls: what it simulates, and whom it and the client refuse."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from footfall import Character, Cue, Performer, Shot, Take, simulate, simulate_many
from footfall.base.errors import InvalidInput, SimulationError
from footfall.evaluation.local_cluster import LocalCluster
from footfall.search import dask_client
from footfall.search.dask_client import check_scheduler, connect
from footfall.search.scheduler import Certificates, Scheduler
from footfall.search.this_computer import is_this_computer

from .farm_certificates import Authority, openssl, options

FAR = "198.51.100.1"  # of no computer: RFC 5737 keeps it for documentation
PREFIX = "FOOTFALL_TLS_"
SHOT = Shot([Performer(Character.humanoid(), [Cue("walk", speed=0.6)])], duration=0.5)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("farm") / "ours")


@pytest.fixture(scope="module")
def ours(authority: Authority) -> Certificates:
    return authority.sign("artist")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Authority(tmp_path_factory.mktemp("farm") / "theirs").sign("stranger")


@pytest.fixture(scope="module")
def farm(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
    cluster = LocalCluster(tmp_path_factory.mktemp("cluster"), options(authority.sign("farm")))
    cluster.add_worker()
    yield cluster
    cluster.close()


@pytest.fixture(autouse=True)
def no_certificates_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CA", "CERT", "KEY"):
        monkeypatch.delenv(PREFIX + name, raising=False)


@pytest.fixture
def silent() -> Iterator[str]:
    """The host and port of a server that accepts connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


def content(take: Take, folder: Path) -> bytes:
    """Everything in a take, as the bytes of its file."""
    path = folder / "content.npz"
    take.save(path)
    return path.read_bytes()


def refusal(address: str, certificates: Certificates | None = None) -> str:
    """The sentence with which a scheduler is refused, or refuses."""
    with pytest.raises((InvalidInput, SimulationError)) as raised:
        connect(Scheduler(address, certificates))
    sentence = str(raised.value)
    assert "\n" not in sentence
    return sentence


def test_a_take_over_tls_is_the_one_of_this_process(
    farm: LocalCluster, ours: Certificates, tmp_path: Path
) -> None:
    assert farm.address.startswith("tls://")
    [take] = simulate_many([SHOT], scheduler=Scheduler(farm.address, ours))
    assert content(take, tmp_path) == content(simulate(SHOT), tmp_path)


def test_certificates_come_from_the_environment_and_then_from_dask_s_configuration(
    farm: LocalCluster, ours: Certificates, theirs: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dask

    def configured(given: Certificates) -> Any:
        tls = "distributed.comm.tls"
        return dask.config.set(
            {f"{tls}.ca-file": given.ca, f"{tls}.client.cert": given.certificate,
             f"{tls}.client.key": given.key}
        )  # fmt: skip

    def named(given: Certificates) -> None:
        monkeypatch.setenv(f"{PREFIX}CA", given.ca)
        monkeypatch.setenv(f"{PREFIX}CERT", given.certificate)
        monkeypatch.setenv(f"{PREFIX}KEY", given.key)

    assert "no CA file and no certificate is named" in refusal(farm.address)
    with configured(ours):
        connect(farm.address).close()
    with configured(theirs):
        named(ours)
        connect(farm.address).close()
    with configured(ours):
        named(theirs)
        assert "is refused" in refusal(farm.address)
        connect(Scheduler(farm.address, ours)).close()


def test_a_client_of_another_authority_refuses_the_scheduler(
    farm: LocalCluster, theirs: Certificates
) -> None:
    sentence = refusal(farm.address, theirs)
    assert f"The certificate of the scheduler '{farm.address}' is refused" in sentence
    assert "the CA file must be the one that signed it" in sentence


def test_the_scheduler_refuses_a_client_whose_certificate_another_authority_signed(
    farm: LocalCluster, ours: Certificates, theirs: Certificates
) -> None:
    sentence = refusal(farm.address, replace(theirs, ca=ours.ca))
    assert f"The scheduler '{farm.address}' refuses this computer's certificate" in sentence


def test_what_is_named_and_cannot_be_used_is_one_sentence(
    ours: Certificates, theirs: Certificates, tmp_path: Path
) -> None:
    address = f"tls://{FAR}:8786"  # where it would be asked for long, if files were not checked
    nothing, empty, locked = (str(tmp_path / name) for name in ("none.pem", "no.pem", "key.pem"))
    Path(empty).write_text("no certificate")
    openssl("pkey", "-in", ours.key, "-aes256", "-passout", "pass:secret", "-out", locked)
    sentences = {
        f"The CA file '{nothing}' of the scheduler cannot be read: No such": {"ca": nothing},
        f"The certificate '{tmp_path}' of the scheduler cannot be read": {
            "certificate": str(tmp_path)
        },
        f"The key '{nothing}' of the scheduler cannot be read: No such": {"key": nothing},
        f"The CA file '{empty}' holds no certificate": {"ca": empty},
        f"The key '{theirs.key}' is not that of the certificate '{ours.certificate}'": {
            "key": theirs.key
        },
        f"The files '{empty}' and '{ours.key}' do not hold a certificate and its key": {
            "certificate": empty
        },
        f"The key '{locked}' is locked by a passphrase": {"key": locked},
        "no certificate is named": {"certificate": ""},
    }
    for start, change in sentences.items():
        assert start in refusal(address, replace(ours, **change))


def test_a_key_may_be_in_the_certificate_s_file(
    farm: LocalCluster, ours: Certificates, tmp_path: Path
) -> None:
    both = tmp_path / "both.pem"
    both.write_text(Path(ours.certificate).read_text() + Path(ours.key).read_text())
    connect(Scheduler(farm.address, Certificates(ca=ours.ca, certificate=str(both)))).close()


def test_a_scheduler_of_the_other_scheme_is_told_apart(
    farm: LocalCluster, cluster: LocalCluster, ours: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_client, "ANSWER_WITHIN", 2.0)
    plain = cluster.address
    assert "does not encrypt" in refusal(plain.replace("tcp://", "tls://"), ours)
    secret = farm.address
    assert "encrypts: begin its address with tls://" in refusal(secret.replace("tls://", "tcp://"))


def test_a_scheduler_that_says_nothing_is_given_up(
    silent: str, ours: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_client, "ANSWER_WITHIN", 0.5)
    expected = "There is no answer from the scheduler '{}' (within 0.5 s): start it"
    for scheme in ("tcp", "tls"):
        address = f"{scheme}://{silent}"
        assert expected.format(address) in refusal(address, ours)


def test_nobody_at_an_address_is_no_answer() -> None:
    assert "no answer from the scheduler 'tcp://127.0.0.1:1' (Connection refused)" in refusal(
        "127.0.0.1:1"
    )


@pytest.mark.parametrize("address", [f"tcp://{FAR}:8786", f"{FAR}:8786", "tcp://[2001:db8::1]:1"])
def test_a_plain_scheduler_elsewhere_is_refused_before_it_is_connected_to(address: str) -> None:
    sentence = refusal(address)  # nobody has these addresses: a connection would be the complaint
    assert "is on another computer and does not encrypt; anybody on that network could" in sentence
    assert "--allow-unencrypted" in sentence
    with pytest.raises(InvalidInput, match="does not encrypt"):
        next(simulate_many([SHOT], scheduler=address))
    assert check_scheduler(Scheduler(address, allows_unencrypted=True)).scheme == "tcp"


def own_addresses() -> set[str]:
    """Addresses of this computer; nothing is sent to the one elsewhere."""
    found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    own = {str(address[0]) for *_, address in found}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((FAR, 9))
        own.add(probe.getsockname()[0])
    return own


def test_a_plain_scheduler_may_be_on_this_computer() -> None:
    for host in ("127.0.0.1", "localhost", "[::1]", "127.0.0.9", socket.gethostname()):
        check_scheduler(f"tcp://{host}:8786")
        check_scheduler(f"{host}:8786")
    assert all(is_this_computer(address) for address in own_addresses())


def test_the_neighbour_of_an_own_address_is_another_computer() -> None:
    """A farm in the same network is what must not pass for this computer."""
    own = [ipaddress.ip_address(a) for a in own_addresses() if not a.startswith("127.")]
    if not own:
        pytest.skip("this computer has no address in a network")
    for address in own:
        assert is_this_computer(str(address))
        assert not is_this_computer(str(address + 1))


@pytest.mark.parametrize(
    "address",
    ["farm", "tls://farm", "tls://farm:0", "tls://farm:65536", "tcp://127.0.0.1:1@198.51.100.1:1",
     "tcp://127.0.0.1:1,tcp://198.51.100.1:1", "tls://farm:8786/x", "", "tls:///:1"],
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str) -> None:
    assert "has a host and a port, as in tls://farm:8786, got" in refusal(address)


@pytest.mark.parametrize("scheme", ["http", "ws", "ucx", "inproc"])
def test_other_schemes_are_refused(scheme: str) -> None:
    sentence = refusal(f"{scheme}://127.0.0.1:8786")
    assert sentence.startswith("A scheduler's address begins with tls:// or tcp://, got")
