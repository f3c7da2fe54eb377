// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { keepReducedData } from './reduced-data.ts'

const TILE = '<div><img src="/media/1/original" /></div>'
const LOOK = `<div id="first"><div class="head"><img src="/media/2/cover" /></div><div class="tiles">${TILE}${TILE}</div></div>`

const watching: MutationObserver[] = []

class Watch extends MutationObserver {
  constructor(look: MutationCallback) {
    super(look)
    watching.push(this)
  }
}

afterEach(() => {
  for (const watch of watching.splice(0)) watch.disconnect()
  document.body.innerHTML = ''
  localStorage.clear()
})

test.each([
  { isReduced: true, photos: 0 },
  { isReduced: false, photos: 2 },
])('with reduced data $isReduced, $photos photos of a gallery load before the app', async ({ isReduced, photos }) => {
  keepReducedData(isReduced)
  await start(localStorage)
  document.body.innerHTML = LOOK
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.querySelectorAll('.tiles img')).toHaveLength(photos)
  expect(document.querySelectorAll('.tiles div')).toHaveLength(2)
  expect(document.querySelectorAll('.head img')).toHaveLength(1)
})

test('a device whose storage is closed starts', async () => {
  const closed = {
    getItem: () => {
      throw new DOMException('closed', 'SecurityError')
    },
  }
  await start(closed)
  expect(watching).toHaveLength(1)
})

/** Runs what the page runs before the app. */
async function start(storage: Pick<Storage, 'getItem'>): Promise<void> {
  const script = await readFile(join(import.meta.dirname, '../../public/start.js'), 'utf8')
  const PerformanceObserver = class {
    observe(): void {}
  }
  runInNewContext(script, {
    ...{ document, localStorage: storage, MutationObserver: Watch, PerformanceObserver },
    ...{ addEventListener: vi.fn(), setTimeout: vi.fn(), clearTimeout: vi.fn() },
  })
}
