# Receives what is sent to the datagram socket at the path of the first argument, and prints each as a line of JSON. Node.js has
# no such sockets.
import json, os, socket, sys

receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print("ready", flush=True)
while True:
    # By a message of its own the sender waits until what comes along is closed.
    message, files, _, _ = socket.recv_fds(receiver, 65536, 4)
    for file in files:
        os.close(file)
    if message != b"BARRIER=1":
        print(json.dumps(message.decode()), flush=True)
