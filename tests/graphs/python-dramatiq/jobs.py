import dramatiq


@dramatiq.actor
def mail(to):
    return to


def plain(to):
    return to


class Socket:
    def send(self, data):
        return data


def sell(to, socket: Socket):
    mail.send(to)
    mail.send_with_options(args=(to,), delay=10)
    plain.send(to)
    socket.send(to)
