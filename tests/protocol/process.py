"""What the system says of a process."""
import os
import time

from checks import WAIT


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_until_quiet(pid):
    """Seconds of CPU that it uses from now on until it rests. They are the same
    on a busy machine, where all else takes longer."""
    began = last = cpu_seconds(pid)
    quiet_since, end = time.monotonic(), time.monotonic() + WAIT
    while time.monotonic() - quiet_since < 1:
        assert time.monotonic() < end, f"process {pid} does not rest"
        time.sleep(0.1)
        now = cpu_seconds(pid)
        if now > last + 0.011:  # more than a tick
            last, quiet_since = now, time.monotonic()
    return cpu_seconds(pid) - began


def resident_mb(pid):
    with open(f"/proc/{pid}/status") as status:
        for line in status:
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
    return 0
