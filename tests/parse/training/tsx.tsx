/* A small board of cards. Training text for the parser's build: ordinary
 * code, nothing else. */
import React, { useCallback, useEffect, useMemo, useReducer, useRef, useState, type ReactNode } from 'react'
import clsx from 'clsx'
import styles from './board.module.css'

type Card = { id: string; title: string; done?: boolean; tags: readonly string[] }
type Action = { type: 'add'; title: string } | { type: 'toggle'; id: string } | { type: 'clear' }

interface Props<T extends Card = Card> extends React.HTMLAttributes<HTMLDivElement> {
  cards: T[]
  render?: (card: T, index: number) => ReactNode
  onChange(cards: T[]): void
}

const Theme = React.createContext<{ dark: boolean }>({ dark: false })

function reduce(cards: Card[], action: Action): Card[] {
  switch (action.type) {
    case 'add':
      return [...cards, { id: crypto.randomUUID(), title: action.title.trim(), tags: [] }]
    case 'toggle':
      return cards.map(card => (card.id === action.id ? { ...card, done: !card.done } : card))
    default:
      return []
  }
}

const Badge: React.FC<{ text: string; tone?: 'info' | 'warn' }> = ({ text, tone = 'info' }) => (
  <span className={clsx(styles.badge, styles[tone])} title={text.length > 12 ? text : undefined}>
    {text.slice(0, 12)}
  </span>
)

export function List<T extends { id: string }>({ items, children }: { items: T[]; children: (item: T) => ReactNode }) {
  if (!items.length) return <p className="empty">Nothing here &mdash; yet.</p>
  return (
    <ul>
      {items.map(item => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  )
}

export default function Board({ cards: initial, render, onChange, ...rest }: Props) {
  const [cards, dispatch] = useReducer(reduce, initial)
  const [filter, setFilter] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = useMemo(
    () => cards.filter(card => filter === null || card.tags.some(tag => tag.includes(filter))),
    [cards, filter],
  )

  useEffect(() => {
    onChange(cards)
    const listener = (event: KeyboardEvent) => {
      if (event.key === '/' && !event.ctrlKey) input.current?.focus()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [cards, onChange])

  const submit = useCallback(
    (event: React.FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const title = input.current!.value
      if (title) dispatch({ type: 'add', title })
    },
    [dispatch],
  )

  return (
    <Theme.Provider value={{ dark: matchMedia('(prefers-color-scheme: dark)').matches }}>
      <div {...rest} data-count={cards.length} className={clsx('board', rest.className)}>
        {/* the form */}
        <form onSubmit={submit}>
          <input ref={input} type="text" placeholder={`New card (${cards.length + 1})`} disabled={false} />
          <button type="submit">Add</button>
          <button type="button" onClick={() => setFilter(filter ? null : 'urgent')}>
            {filter ? 'All' : 'Urgent'}
          </button>
        </form>
        <List items={shown}>
          {card =>
            render?.(card, shown.indexOf(card)) ?? (
              <>
                <label style={{ opacity: card.done ? 0.5 : 1 }}>
                  <input type="checkbox" checked={!!card.done} onChange={() => dispatch({ type: 'toggle', id: card.id })} />
                  {card.title}
                </label>
                {card.tags.length > 0 && card.tags.map(tag => <Badge key={tag} text={tag} tone="warn" />)}
              </>
            )
          }
        </List>
        <Theme.Consumer>{({ dark }) => <footer>{dark ? 'night' : 'day'} shift</footer>}</Theme.Consumer>
      </div>
    </Theme.Provider>
  )
}

export class Boundary extends React.Component<{ children: ReactNode }, { error?: Error }> {
  state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  componentDidCatch(error: Error, info: React.ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  render() {
    const { error } = this.state
    return error ? <pre>{`${error.name}: ${error.message}`}</pre> : this.props.children
  }
}
