/**
 * A small router: patterns, middleware, typed parameters.
 * Training text for the parser's build: ordinary code, nothing else.
 */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as path from 'node:path'
import fallback, { type Options as FallbackOptions } from './fallback'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof Params<Rest>]: string }
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : {}
type Mutable<T> = { -readonly [K in keyof T]?: T[K] }
type Handler<P extends string = string> = (request: Request<P>, next: () => Promise<void>) => unknown

export interface Request<P extends string = string> {
  readonly method: Method
  readonly url: URL
  params: Params<P>
  headers?: Record<string, string | string[] | undefined>
  [extra: symbol]: unknown
  json<T = unknown>(): Promise<T>
}

declare global {
  interface Window {
    router?: Router
  }
}

export const enum Status {
  Ok = 200,
  NotFound = 404,
  Teapot = Ok * 2 + 18,
}

export class RouteError extends Error {
  static readonly codes = new Map<number, string>([
    [404, 'not found'],
    [405, 'method not allowed'],
  ])

  constructor(
    public readonly status: number,
    message: string = RouteError.codes.get(status) ?? 'unknown',
    private readonly cause_?: unknown,
  ) {
    super(message)
    this.name = new.target.name
  }

  get isClient(): boolean {
    return this.status >= 400 && this.status < 500
  }
}

interface Route<P extends string> {
  pattern: P
  regex: RegExp
  keys: string[]
  handlers: Handler<P>[]
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'string' && ['GET', 'POST', 'PUT', 'DELETE'].includes(value)
}

function assertDefined<T>(value: T, what?: string): asserts value is NonNullable<T> {
  if (value == null) throw new TypeError(`${what ?? 'value'} is missing`)
}

function compile<P extends string>(pattern: P): Pick<Route<P>, 'regex' | 'keys'> {
  const keys: string[] = []
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:(\w+)/g, (_, key: string) => {
      keys.push(key)
      return '([^/]+)'
    })
  return { regex: new RegExp(`^${source}/?$`, 'i'), keys }
}

export abstract class Base<E extends Record<string, any[]>> {
  protected readonly events = new EventEmitter()
  #count = 0

  on<K extends keyof E & string>(name: K, listener: (...args: E[K]) => void): this {
    this.events.on(name, listener as (...args: any[]) => void)
    this.#count++
    return this
  }

  protected abstract describe(): string
}

export class Router extends Base<{ request: [Request]; error: [Error, Request?] }> {
  private routes = new Map<Method, Route<any>[]>()
  private readonly middleware: Handler[] = []
  public static instance: Router | null = null
  declare readonly options: FallbackOptions & { strict?: boolean }

  constructor(options: Partial<FallbackOptions> = {}) {
    super()
    Object.assign(this, { options: { strict: false, ...options } })
    Router.instance ??= this
  }

  use(...handlers: Handler[]): this {
    this.middleware.push(...handlers)
    return this
  }

  get<P extends string>(pattern: P, ...handlers: Handler<P>[]): this
  get<P extends string>(pattern: P, options: { name: string }, ...handlers: Handler<P>[]): this
  get(pattern: string, first: any, ...rest: Handler[]): this {
    return this.add('GET', pattern, typeof first === 'function' ? [first, ...rest] : rest)
  }

  private add<P extends string>(method: Method, pattern: P, handlers: Handler<P>[]): this {
    const list = this.routes.get(method) ?? []
    list.push({ pattern, handlers, ...compile(pattern) })
    this.routes.set(method, list)
    return this
  }

  private find(method: Method, pathname: string) {
    for (const route of this.routes.get(method) || []) {
      const match = route.regex.exec(pathname)
      if (!match) continue
      const params: Record<string, string> = {}
      route.keys.forEach((key, index) => (params[key] = decodeURIComponent(match[index + 1]!)))
      return { route, params } as const
    }
    return undefined
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers: { host = 'localhost', ...headers } } = message
    if (!isMethod(method)) throw new RouteError(405)
    const address = new URL(url, `http://${host}`)
    const found = this.find(method, path.posix.normalize(address.pathname))
    try {
      if (!found) throw new RouteError(Status.NotFound)
      const request: Request = {
        method,
        url: address,
        params: found.params,
        headers,
        async json<T>() {
          let text = ''
          for await (const chunk of message) text += chunk
          return JSON.parse(text) as T
        },
      }
      this.events.emit('request', request)
      const chain = [...this.middleware, ...found.route.handlers]
      let index = -1
      const next = async (): Promise<void> => {
        const handler = chain[++index]
        if (handler) {
          const result = await handler(request, next)
          if (result !== undefined) response.end(JSON.stringify(result, null, 2))
        }
      }
      await next()
    } catch (error: unknown) {
      const status = error instanceof RouteError ? error.status : 500
      response.statusCode = status
      response.end(`<h1>${status}</h1>`)
      this.events.emit('error', error as Error)
    } finally {
      response.removeAllListeners?.('close')
    }
  }

  protected override describe(): string {
    return [...this.routes]
      .map(([method, list]) => `${method}: ${list.map(r => r.pattern).join(', ')}`)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      .join('\n')
  }
}

export function debounce<A extends unknown[], R>(
  callback: (...args: A) => R,
  { wait = 50, leading = false }: { wait?: number; leading?: boolean } = {},
): (...args: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return function (this: unknown, ...args) {
    if (timer) clearTimeout(timer)
    else if (leading) callback.apply(this, args)
    timer = setTimeout(() => {
      timer = void 0
      if (!leading) callback.call(this, ...args)
    }, wait)
  }
}

export function* walk<T extends { children?: T[] }>(node: T, depth = 0): Generator<[T, number]> {
  yield [node, depth]
  for (const child of node.children ?? []) yield* walk(child, depth + 1)
}

export namespace Cookies {
  export const parse = (header: string): Mutable<Readonly<Record<string, string>>> =>
    Object.fromEntries(header.split(/;\s*/).map(part => part.split('=', 2) as [string, string]))
}

let total = 0
outer: for (let i = 0; i < 10; i++) {
  switch (i % 3) {
    case 0:
      total += i ** 2
      break
    case 1:
      continue outer
    default: {
      const value = <number>(<unknown>'1')
      total -= value >>> 1
      delete (globalThis as any)['scratch']
    }
  }
  do total ^= 0xff & i
  while (total > 1_000n as unknown as number)
}

export default new Router({ level: 'info' } satisfies Partial<FallbackOptions>)
  .use(fallback)
  .get('/users/:id/posts/:post', async ({ params }) => ({ id: Number(params.id), post: params.post! }))
  .get('/health', () => 'ok')
export { compile as compilePattern, type Route }
export * from './fallback'
