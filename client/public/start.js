// Until the app has started, #start stands in its place, or #first with what the page shows first: this hears what the app
// cannot yet hear, and takes them away.
;(function () {
  var PATIENCE_MS = 20000
  var WORDLESS_MS = 2000
  var root = document.documentElement
  var started = false
  var timer
  var spares = false
  try {
    // The key is that of core/preferences/reduced-data.ts.
    spares = localStorage.getItem('vesper-reduced-data') === 'yes'
  } catch {
    // Storage may be closed to us.
  }

  function breakOff() {
    if (!started) root.dataset.start = 'broken'
  }

  function speak() {
    if (!started && !root.dataset.start) root.dataset.start = 'slow'
  }

  // A slow line is not a broken one: each file that has come is a sign of life.
  function wait() {
    clearTimeout(timer)
    if (!started) timer = setTimeout(breakOff, PATIENCE_MS)
  }

  function look() {
    // Before they come into the view and load: the app shows them as their user wants.
    if (spares) {
      document.querySelectorAll('#first .tiles img').forEach(function (photo) {
        photo.remove()
      })
    }
    if (!document.querySelector('#content, #root h1')) return
    started = true
    clearTimeout(timer)
    delete root.dataset.start
    document.getElementById('start')?.remove()
    document.getElementById('first')?.remove()
    observer.disconnect()
  }

  // The errors of elements do not bubble. A font, a picture or the manifest is no reason to give up.
  addEventListener(
    'error',
    function (event) {
      var element = event.target
      if (element.tagName === 'SCRIPT' || element.rel === 'stylesheet') breakOff()
    },
    true,
  )
  addEventListener('vite:preloadError', breakOff)
  addEventListener('online', function () {
    if (root.dataset.start === 'broken') location.reload()
  })
  addEventListener('click', function (event) {
    if (event.target.closest?.('#start button')) location.reload()
  })

  var observer = new MutationObserver(look)
  observer.observe(root, { childList: true, subtree: true })
  new PerformanceObserver(wait).observe({ type: 'resource' })
  setTimeout(speak, WORDLESS_MS)
  wait()
})()
