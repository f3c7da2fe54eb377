import { chromium } from 'playwright'
const base = 'http://127.0.0.1:4625'
const browser = await chromium.launch({ executablePath: '/usr/lib/chromium/chromium-headless-shell' })
const shots = [
  ['search-fan', 'fan1', '/search?q=a', {}],
  ['search-mara', 'fan1', '/search?q=the', {}],
  ['search-empty', 'fan1', '/search', { dark: true }],
  ['search-posts', 'fan1', '/search?q=morning&in=posts', { w: 1280, h: 900 }],
  ['search-320', null, '/search?q=light', { w: 320 }],
  ['search-none', null, '/search?q=zzzznothing', { dark: true }],
  ['explore', 'fan1', '/explore?q=m', {}],
  ['explore0', 'fan1', '/explore', { w: 1280, h: 900, dark: true }],
  ['pages-ar', null, '/pages/terms', { ar: true }],
  ['pages', null, '/pages', { w: 320 }],
  ['about', 'fan1', '/pages/about', { w: 1280, h: 900 }],
  ['home', 'fan1', '/home', {}],
  ['home-ar', 'fan1', '/home', { ar: true, dark: true, w: 1280, h: 900 }],
  ['login', null, '/auth/login', {}],
  ['register-creator', null, '/auth/register-creator', { full: true }],
  ['page-form', 'creator1', '/creator/account?tab=page', { full: true }],
  ['search-ar', 'fan1', '/search?q=light', { ar: true }],
]
const only = process.argv.slice(2)
for (const [name, user, path, o] of shots) {
  if (only.length && !only.includes(name)) continue
  const ctx = await browser.newContext({
    viewport: { width: o.w ?? 390, height: o.h ?? 844 },
    colorScheme: o.dark ? 'dark' : 'light',
    serviceWorkers: 'block',
  })
  if (user) {
    const r = await ctx.request.post(base + '/api/auth/login', {
      data: { username: user, password: 'vesper-demo', remember: true },
    })
    await ctx.addCookies([{ name: 'token', value: (await r.json()).token, url: base, sameSite: 'Strict' }])
  }
  const page = await ctx.newPage()
  page.on('pageerror', (e) => console.log(name, 'ERR', e.message))
  page.on('console', (m) => m.type() === 'error' && console.log(name, 'console', m.text().slice(0, 200)))
  if (o.ar) await page.addInitScript(() => localStorage.setItem('vesper-language', 'ar'))
  await page.goto(base + path)
  await page.waitForTimeout(5000); if (name === 'page-form') { await page.getByRole('tab', { name: 'Page', exact: true }).click(); await page.waitForTimeout(2500); console.log(await page.getByLabel('State').evaluate((e) => [e.list?.options.length, e.value])) }; if (o.light) {}
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (over > 0) console.log(name, 'overflows', over)
  await page.screenshot({ path: `/tmp/look-${name}.png`, fullPage: Boolean(o.full) })
  await ctx.close()
}
await browser.close()
