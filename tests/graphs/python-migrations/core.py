from sqlalchemy import Column, Integer, MetaData, Table

metadata = MetaData()
tags = Table('tags', metadata, Column('name', Integer))
