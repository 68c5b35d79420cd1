#!/usr/bin/env python3
"""The way of a value, told by symbol: what gets it, over code, literals, statements for a
database and stores; and who calls what a store keeps."""
from trees import *

TREE = {
    "go.mod": r'''module example.org/depot

go 1.22
''',
    "migrations/002.sql": r'''-- Sets state = 'pending' again.
UPDATE orders
SET note = '',
    state = 'pending'
WHERE state = 'odd';
''',
    "mocks/notifier.go": r'''// Package mocks stands in for what sends.
package mocks

import "example.org/depot"

// Quiet sends nothing.
type Quiet struct{}

// Send forgets it.
func (Quiet) Send(o depot.Order) error { return nil }
''',
    "notify.go": r'''package depot

// Notifier tells somebody.
type Notifier interface{ Send(o Order) error }

// Mail sends letters.
type Mail struct{}

// Send writes a letter.
func (Mail) Send(o Order) error { return nil }

// Announce tells everybody about an order.
func Announce(n Notifier, o Order) error { return n.Send(o) }
''',
    "schema.sql": r'''CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  state TEXT NOT NULL,
  note TEXT
);
''',
    "store.go": r'''// Package depot keeps orders and tells people about them.
package depot

import "database/sql"

// State is what an order waits for.
type State string

const (
	StatePending State = "pending"
	StateSent    State = "sent"
)

// Order is one row.
type Order struct {
	ID    int    `json:"id"`
	State State  `json:"state"`
	Note  string `json:"note"`
}

// Store writes orders.
type Store struct{ db *sql.DB }

// New makes an order that waits.
func New(note string) Order {
	return Order{State: StatePending, Note: note}
}

// Reset makes it wait again.
func (s *Store) Reset(id int) error {
	_, err := s.db.Exec(`UPDATE orders SET note = '', state = $1 WHERE id = $2`, StatePending, id)
	return err
}

// Add writes a new one.
func (s *Store) Add(o Order) error {
	_, err := s.db.Exec("INSERT INTO orders (id, note, state) VALUES (?, '', ?)", o.ID, StatePending)
	return err
}

// Mark writes a column that nobody made.
func (s *Store) Mark(id int) error {
	_, err := s.db.Exec("UPDATE orders SET state = 'sent', marked_at = now() WHERE id = ?", id)
	return err
}

// Waiting says whether somebody should look.
func Waiting(o *Order) bool {
	return o.State == StatePending
}

// Undo takes a step back.
func Undo(o *Order) {
	o.State = StatePending
}
''',
    "web/package.json": r'''{ "name": "depot-web", "dependencies": { "zustand": "4.0.0" } }
''',
    "web/store.ts": r'''import { create } from 'zustand';

interface DepotState {
  orders: string[];
  removeLocally: (id: string) => void;
}

export const useDepot = create<DepotState>()((set) => ({
  orders: [],
  removeLocally: (id) => {
    set((state) => ({ orders: drop(state.orders, id) }));
  },
}));

function drop(orders: string[], id: string): string[] {
  return orders.filter((one) => one !== id);
}
''',
    "web/sync.ts": r'''import { useDepot } from './store';

export interface SyncArgs {
  removeLocally: (id: string) => void;
}

export function useSync(gone: string[], last: string) {
  const removeLocally = useDepot((state) => state.removeLocally);
  const forget = useDepot(
    (state) => state.removeLocally,
  );
  gone.forEach((id) => removeLocally(id));
  if (last) {
    removeLocally(last);
    forget(last);
  }
}
''',
    "web/actions.ts": r'''import { useShallow } from 'zustand/shallow';
import { useDepot } from './store';

export function useActions() {
  return useDepot(useShallow((state) => ({ orders: state.orders, removeLocally: state.removeLocally })));
}
''',
    "web/page.ts": r'''import { useActions } from './actions';
import { useDepot } from './store';

export function Page(id: string) {
  const { orders, removeLocally: gone } = useActions();
  if (orders.length) gone(id);
}

export function Row(id: string) {
  const { removeLocally } = useDepot.getState();
  removeLocally(id);
}
''',
}


def told(name, *words):
    """The answer without the line about history, which a folder without one has not."""
    return ask(Place(TREE), "symbol", name, "--no-code", *words)


@case
def a_constant_tells_what_gets_it():
    same(told("StatePending"), '''store.go:10 constant StatePending, exported
StatePending State
Kept in a table or initialiser (1):
  store.go: New at 26 to State
Compared or tested (1):
  store.go: Waiting at 49
Assigned to something (1):
  store.go: Undo at 54 to o.State
Passed to a call (2):
  store.go: Store.Reset at 31 to column state; Store.Add at 37 to column state
Written as 'pending' by a statement, found by its text (1):
  migrations/002.sql: 4 to column state
''')


@case
def a_constant_has_the_same_as_fields():
    found = fields(Place(TREE), "symbol", "StatePending")
    same([(one["line"], one.get("to")) for one in found["uses"]], [(26, "State"), (49, None), (54, "o.State"), (31, "state"), (37, "state")])
    same(found["values"], [{"path": "migrations/002.sql", "line": 4, "in": "", "column": "state"}])


@case
def a_column_tells_what_is_written_into_it():
    same(told("orders.state"), '''schema.sql:3 field orders.state, exported
state TEXT NOT NULL
Written (3):
  store.go: Store.Reset at 31 = StatePending; Store.Add at 37 = StatePending; Store.Mark at 43 = 'sent'
''')


@case
def a_table_tells_which_column_it_lacks():
    text = told("orders")
    has(text, "marked_at is written at store.go:43, and no definition of the table has it.\n")
    same(text.count("no definition of the table"), 1)


MADE = {"go.mod": "module example.org/p\n", "p.go": """package p

type Item struct {
	Name  string
	State int
}

func full() Item { return Item{Name: "a", State: 1} }

func without() *Item {
	return &Item{
		Name: "b", // State: 2
	}
}

func bare() Item { return Item{} }

func placed() Item { return Item{"c", 3} }

func listed() []Item { return []Item{{Name: "d"}} }
""", "p_test.go": "package p\n\nfunc made() Item { return Item{Name: \"e\"} }\n",
        "Cargo.toml": "[package]\nname = \"p\"\nversion = \"0.1.0\"\n",
        "src/lib.rs": "pub struct Part { pub name: u8, pub size: u8 }\nfn all() -> Part { Part { name: 1, size: 2 } }\nfn more(p: Part) -> Part { Part { name: 1, ..p } }\n"}


@case
def a_field_tells_where_its_type_is_made_without_it():
    place = Place(MADE)
    has(ask(place, "symbol", "Item.State"), "Its type is made without it (1):\n  p.go: without at 11\n")
    for name in "Item.Name", "Part.size", "Item":
        assert "without it" not in ask(place, "symbol", name), name


@case
def what_a_store_keeps_tells_where_it_is_called():
    text = told("removeLocally")
    has(text, "web/store.ts:10-12 method useDepot.removeLocally\n", "  useSync calls it as removeLocally at 12, 14\n", "  useSync calls it as forget at 15\n",
        "  Row calls it as removeLocally at 11\n", "  Page takes it from useActions and calls it as gone at web/page.ts:6\n")


@case
def a_field_that_is_chosen_stays_first():
    has(told("SyncArgs.removeLocally"), "web/sync.ts:4 field SyncArgs.removeLocally\n")


@case
def what_is_made_for_tests_is_counted():
    same(told("Announce").split("May call")[1].split("Called by")[0], ''', by dispatch (2):
  for Notifier.Send at 13:
    Mail.Send  notify.go:10
  and 1 in tests or made for them
''')


STATEMENTS = {
    "schema.sql": "CREATE TABLE jobs (id INTEGER, state TEXT, note TEXT);\n",
    "jobs.py": '''DONE = "done"


def run(db, given):
    db.execute("UPDATE jobs SET note = %s, state = %s WHERE id = %s", ("n", DONE, 1))
    db.execute("SELECT id FROM jobs WHERE state = %s", (DONE,))
    db.execute("""
        INSERT INTO jobs (id, -- its number, from outside
                          state)
        VALUES (?, ?)
    """, (1, DONE))
    db.execute("UPDATE jobs SET note = CASE WHEN state = ? THEN 'a' END", (DONE,))
    db.execute("update the state of jobs", DONE)
    db.execute("UPDATE jobs SET state = ?", given)
    db.execute("UPDATE jobs SET state = ?", (str(DONE),))
    # UPDATE jobs SET state = 'done'
''',
}


@case
def only_what_is_certain_is_told():
    same(ask(Place(STATEMENTS), "symbol", "DONE", "--no-code").split("Passed")[1],
         " to a call (6):\n  jobs.py: run at 5 to column state, 6, 11, 12, 13, 15\n")


KINDS = {
    "kinds.ts": '''export type Kind = 'a' | 'b';

export const LABELS: Record<Kind, string> = { a: 'A', b: 'B' };
export const SOME: Partial<Record<Kind, string>> = { a: 'A' };

export function given(kind: Kind): number {
  switch (kind) {
    case 'a':
      return 1;
    case 'b':
      return 2;
  }
}

export function never(kind: Kind): number {
  switch (kind) {
    case 'a':
      return 1;
    case 'b':
      return 2;
    default: {
      const none: never = kind;
      throw new Error(none);
    }
  }
}

export function other(kind: Kind): number {
  switch (kind) {
    case 'a':
      return 1;
    case 'b':
      return 2;
    default:
      return 0;
  }
}

export function goesOn(kind: Kind): number {
  let found = 0;
  switch (kind) {
    case 'a':
      found = 1;
      break;
    case 'b':
      found = 2;
      break;
  }
  return found;
}

export function nothing(kind: Kind): void {
  switch (kind) {
    case 'a':
      return go();
    case 'b':
      return go();
  }
}

function go(): void {}
''',
    "shade.c": '''enum shade { LIGHT, DARK };

int plain(enum shade shade) {
  switch (shade) {
  case LIGHT: return 1;
  case DARK: return 2;
  }
  return 0;
}

int open(enum shade shade) {
  switch (shade) {
  case LIGHT: return 1;
  case DARK: return 2;
  default: return 0;
  }
}
''',
}


def switches(name):
    text = ask(Place(KINDS), "symbol", name, "--no-code")
    return [line for line in text.splitlines() if line.startswith(("  switch at", "  table at"))]


@case
def a_union_tells_what_the_compiler_would_flag():
    same(switches("Kind"), [
        "  switch at kinds.ts:8 has every value; no default; the compiler would flag a new value",
        "  switch at kinds.ts:17 has every value; has a default; the compiler would flag a new value",
        "  switch at kinds.ts:30 has every value; has a default; silent about a new value",
        "  switch at kinds.ts:42 has every value; no default; silent about a new value",
        "  switch at kinds.ts:54 has every value; no default; silent about a new value",
        "  table at kinds.ts:3 has to have every value; the compiler would flag a new value: LABELS",
    ])


@case
def an_enumeration_tells_it_too():
    same(switches("shade"), [
        "  switch at shade.c:5 has every value; no default; a compiler with warnings would tell of a new value",
        "  switch at shade.c:13 has every value; has a default; silent about a new value",
    ])


main()
