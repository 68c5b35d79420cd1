import start, { shapes, renamedHelper, trim, exported, viaPrivate } from '@demo/core'
import * as core from '@demo/core'
import { trim as utilTrim } from '@demo/core/util'
import { part } from '@demo/core/parts/one'
import { helper } from '~core/helper'
import external from 'somewhere'
import type { Circle } from '~core/shapes'
import legacy = require('./legacy')

export function run(circle: Circle) {
  shapes.area.of(new shapes.Circle())
  renamedHelper()
  trim()
  exported()
  viaPrivate()
  core.main()
  core.shapes.area.of(circle)
  core.renamedHelper()
  utilTrim()
  part()
  helper()
  external.trim()
  external()
  circle.draw()
  circle.grow()
  legacy.old()
  start()
}
export async function lazily() {
  const { trim: later } = await import('@demo/core/util')
  later()
  const module = await import('~core/helper')
  module.helper()
  module.default()
}
