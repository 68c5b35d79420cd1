from sqlalchemy.orm import DeclarativeBase
from flask_sqlalchemy import SQLAlchemy

db = SQLAlchemy()


class Base(DeclarativeBase):
    pass


class Person(Base):
    __tablename__ = "people"


class OrderItem(db.Model):
    pass


class Nameless(Base):
    pass


class Account(Base):
    __tablename__ = "accounts"
    email = 1


class Stranger:
    __tablename__ = "people"


def emails(session):
    return session.execute("SELECT email FROM accounts")
