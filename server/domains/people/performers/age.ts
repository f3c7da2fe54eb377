export const ADULT_YEARS = 18

/**
 * Whole years from a date of birth (YYYY-MM-DD) to `now`, by the calendar in UTC; one born on 29 February is a year older
 * on 1 March of a common year. NaN for a day that the calendar does not have.
 */
export function ageInYears(dateOfBirth: string, now: Date): number {
  const birth = new Date(`${dateOfBirth}T00:00:00Z`)
  if (Number.isNaN(birth.getTime()) || birth.toISOString().slice(0, 10) !== dateOfBirth) return NaN
  const [thisYear, birthYear] = [now.getUTCFullYear(), birth.getUTCFullYear()]
  const birthday = Date.UTC(thisYear, birth.getUTCMonth(), birth.getUTCDate())
  return thisYear - birthYear - (now.getTime() < birthday ? 1 : 0)
}
