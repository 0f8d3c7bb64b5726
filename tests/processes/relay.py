"""A slow and lossy cable: python3 relay.py DEVICE ADDRESS SECONDS PROBABILITY

Gives ADDRESS to a device of its own, and carries every frame between that and DEVICE so many seconds later, or
loses it. For kernels without netem; as root, in the network namespace of the host.
"""

import collections
import fcntl
import os
import random
import select
import socket
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP_WITHOUT_HEADER = 0x0002 | 0x1000
SOL_PACKET, PACKET_ADD_MEMBERSHIP, PACKET_MR_PROMISC = 263, 1, 1
PACKET_OUTGOING = 4


def main():
    device, address, delay, loss = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
    tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", b"cable", IFF_TAP_WITHOUT_HEADER))
    subprocess.run(["ip", "addr", "flush", "dev", device], check=True)
    subprocess.run(["ip", "addr", "add", address, "dev", "cable"], check=True)
    subprocess.run(["ip", "link", "set", "cable", "up", "txqueuelen", "10000"], check=True)
    raw = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    raw.bind((device, 0))
    index = socket.if_nametoindex(device)
    raw.setsockopt(
        SOL_PACKET, PACKET_ADD_MEMBERSHIP, struct.pack("IHH8s", index, PACKET_MR_PROMISC, 0, b"")
    )
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
    raw.setblocking(False)

    under_way = collections.deque()  # when it is due, where it goes, the frame
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        ready, _, _ = select.select([tap, raw], [], [], wait)
        due = time.monotonic() + delay
        for _ in range(64 if raw in ready else 0):
            try:
                frame, sender = raw.recvfrom(65536)
            except BlockingIOError:
                break
            if sender[2] != PACKET_OUTGOING and random.random() >= loss:
                under_way.append((due, tap, frame))
        for _ in range(64 if tap in ready else 0):
            try:
                frame = os.read(tap, 65536)
            except BlockingIOError:
                break
            if random.random() >= loss:
                under_way.append((due, raw, frame))
        now = time.monotonic()
        while under_way and under_way[0][0] <= now:
            _, where, frame = under_way.popleft()
            try:
                if where is raw:
                    raw.send(frame)
                else:
                    os.write(tap, frame)
            except OSError:
                # A queue is full, or the link is down: the frame is lost.
                pass


main()
