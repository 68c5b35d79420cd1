from alembic import op
import sqlalchemy as sa


def upgrade():
    op.create_table(
        'users',
        sa.Column('id', sa.Integer(), nullable=False),
        sa.Column('email', sa.String()),
        sa.PrimaryKeyConstraint('id'),
    )
    op.add_column('users', sa.Column('age', sa.Integer()))
    op.create_table(name(), sa.Column('unknown', sa.Integer()))
