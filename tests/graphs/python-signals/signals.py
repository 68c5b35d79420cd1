from django.dispatch import Signal

order_done = Signal()
order_left = Signal()
