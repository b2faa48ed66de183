"""A serial line without hardware: prints the path of a pseudo terminal and carries its bytes to a TCP port and back."""
import os
import select
import socket
import sys
import tty

master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
peer = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
while True:
    ready, _, _ = select.select([master, peer], [], [])
    for each in ready:
        taken = os.read(master, 4096) if each is master else peer.recv(4096)
        if not taken:
            sys.exit()
        if each is master:
            peer.sendall(taken)
        else:
            os.write(master, taken)
