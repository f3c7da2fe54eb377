const DAY_MS = 86_400_000

export type MessageTimes = {
  /** The time of day. */
  clock: (iso: string) => string
  /** Names a day: 'Today', 'Yesterday', a weekday within the last week, else the date. */
  day: (at: number, now: Date) => string
}

const byLocale = new Map<string, MessageTimes>()

/** How a thread shows times in a language. */
export function messageTimes(locale: string): MessageTimes {
  let found = byLocale.get(locale)
  if (!found) byLocale.set(locale, (found = makeTimes(locale)))
  return found
}

function makeTimes(locale: string): MessageTimes {
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' })
  const date = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long' })
  const dateOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  return {
    clock: (iso) => clock.format(new Date(iso)),
    day(at, now) {
      const days = Math.round((startOfDay(now) - startOfDay(new Date(at))) / DAY_MS)
      if (days === 0 || days === 1) return capitalised(near.format(-days, 'day'), locale)
      if (days > 1 && days < 7) return weekday.format(at)
      return (new Date(at).getFullYear() === now.getFullYear() ? date : dateOfYear).format(at)
    },
  }
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

function capitalised(text: string, locale: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(locale) + rest.join('')
}
