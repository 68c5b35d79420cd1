from rich.table import Column, Table

view = Table('shown', Column('header'))
