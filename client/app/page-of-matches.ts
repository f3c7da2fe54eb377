import type { StaticDataRouteOption } from '@tanstack/react-router'

/** What the routes of a page declare together; the innermost has the last word. */
export function pageOf(matches: readonly { staticData: StaticDataRouteOption }[]): StaticDataRouteOption {
  return Object.assign({}, ...matches.map((match) => match.staticData)) as StaticDataRouteOption
}
