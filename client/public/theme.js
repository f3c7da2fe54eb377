// Runs before the first paint, so that neither the theme nor the writing direction flashes.
// The keys are those of core/preferences/theme.ts and languages.ts; the colours are those of styles/tokens.css.
;(function () {
  var root = document.documentElement
  try {
    var choice = localStorage.getItem('vesper-theme') || 'system'
    var light = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
    root.dataset.theme = light ? 'light' : 'dark'
    document.querySelector('meta[name="theme-color"]').content = light ? '#f7f4fc' : '#0f0c1d'
    var language = localStorage.getItem('vesper-language')
    if (language) {
      root.lang = language
      root.dir = language === 'ar' ? 'rtl' : 'ltr'
    }
  } catch {
    // Storage may be closed to us: the defaults in the markup stand.
  }
})()
