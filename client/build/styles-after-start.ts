import type { Plugin } from 'vite'

/**
 * Puts the style sheet behind what stands in the app's place until it starts, which would not be drawn before the style
 * sheet is there. Module scripts wait for it all the same.
 */
export function stylesAfterStart(): Plugin {
  return {
    name: 'vesper:styles-after-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        return sheets
          .reduce((page, sheet) => page.replace(sheet, ''), html)
          .replace('</body>', `${sheets.join('')}</body>`)
      },
    },
  }
}
