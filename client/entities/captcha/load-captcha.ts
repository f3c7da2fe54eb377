/** The part of Google's script that is used here. */
export type ReCaptcha = {
  ready: (whenReady: () => void) => void
  render: (element: HTMLElement, options: RenderOptions) => number
  reset: (widget: number) => void
}

type RenderOptions = {
  sitekey: string
  theme: 'light' | 'dark'
  callback: (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}

declare global {
  interface Window {
    grecaptcha?: ReCaptcha
  }
}

let loading: Promise<ReCaptcha> | null = null

/** Loads Google's script, once a page. A load that fails is tried again by the next call. */
export function loadCaptcha(address: string): Promise<ReCaptcha> {
  loading ??= load(address).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function load(address: string): Promise<ReCaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${address}?render=explicit`
    const fail = () => {
      script.remove()
      reject(new Error('reCAPTCHA cannot be loaded'))
    }
    script.onerror = fail
    script.onload = () => {
      const { grecaptcha } = window
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else fail()
    }
    document.head.append(script)
  })
}
