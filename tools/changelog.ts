/** The descriptions of changesets, as a list; without the lines between dashes that say which package is concerned. */
export function textOfChangesets(sources: readonly string[]): string {
  return sources
    .map((source) => source.replace(/^---\n(?:[^]*?\n)?---\n/, '').trim())
    .filter((text) => text !== '')
    .map((text) => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`)
    .join('\n')
}
