from signals import order_done


def buy(order):
    order_done.send(sender=None, order=order)
