import type { StaticDataRouteOption } from '@tanstack/react-router'

/** The static data of a page's routes together; the innermost route wins. */
export function pageOfMatches(matches: readonly { staticData: StaticDataRouteOption }[]): StaticDataRouteOption {
  return Object.assign({}, ...matches.map((match) => match.staticData)) as StaticDataRouteOption
}
