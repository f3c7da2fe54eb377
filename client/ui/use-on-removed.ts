import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `then` each time what was there is there no longer. */
export function useOnRemoved(isThere: boolean, then: () => void): void {
  const wasThere = useRef(false)
  const goes = useEffectEvent(then)
  useEffect(() => {
    if (wasThere.current && !isThere) goes()
    wasThere.current = isThere
  }, [isThere])
}
