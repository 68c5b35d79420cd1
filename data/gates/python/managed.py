"""An interpreter that fathom starts itself: code runs on the main thread, as at a prompt, in a
module of its own. Ends when its input does, which whoever started it holds."""
import os
import sys
import threading
import types

import fathom_gate

name = sys.argv[1] if len(sys.argv) > 1 else None
sys.path[0] = os.getcwd()
main = types.ModuleType("__main__")
sys.modules["__main__"] = main
sys.argv = [""]


def end_with_input():
    while os.read(0, 4096):
        pass
    fathom_gate.close()
    os._exit(0)


fathom_gate.serve(name=name, variables=main.__dict__, show=False, main=True)
threading.Thread(target=end_with_input, daemon=True).start()
fathom_gate.run()
