"""Whether R is here, with what its gate needs."""
import shutil
import subprocess


def has_r():
    asked = ["Rscript", "-e", "for (p in c('pbdZMQ', 'jsonlite')) loadNamespace(p)"]
    return bool(shutil.which("Rscript")) and subprocess.run(asked, capture_output=True).returncode == 0
