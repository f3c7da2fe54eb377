import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, PointerEvent, RefObject } from 'react'
import { bounded, noZoom, pinched, scaledAt } from './zoom.ts'
import type { Point, Zoom } from './zoom.ts'

/** A press that moves less is a press (CSS pixels). */
const STILL = 8
const SWIPED = 56
const DRAGGED_AWAY = 110
const DOUBLE_PRESS_SCALE = 2.5

type Fingers = Map<number, Point>

/** The fingers and the photo when the latest of them came or went. */
type Begun = { fingers: Fingers; zoom: Zoom }

type Options = {
  stage: RefObject<HTMLElement | null>
  /** A swipe: 1 for the photo on the right, -1 for the one on the left. */
  onSwipe: (step: 1 | -1) => void
  onDragAway: () => void
}

const none: Point = { x: 0, y: 0 }

/** Swipe, drag down, pinch, double press, and a trackpad's pinch on a stage with one photo. Fingers are told apart by pointer id. */
export function useGestures({ stage, onSwipe, onDragAway }: Options) {
  const [zoom, setZoom] = useState(noZoom)
  const [drag, setDrag] = useState(none)
  const fingers = useRef<Fingers>(new Map())
  const begun = useRef<Begun>({ fingers: new Map(), zoom: noZoom })
  const hasMoved = useRef(false)
  const show = (next: Zoom) => setZoom(bounded(next, sizeOf(stage.current)))
  const begin = () => {
    begun.current = { fingers: new Map(fingers.current), zoom }
    setDrag(none)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    if (fingers.current.size === 0) hasMoved.current = false
    fingers.current.set(event.pointerId, pointOf(event, stage.current))
    begin()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId)) return
    fingers.current.set(event.pointerId, pointOf(event, stage.current))
    const [a, b] = pairs(begun.current.fingers, fingers.current)
    if (!a) return
    const by = { x: a.is.x - a.was.x, y: a.is.y - a.was.y }
    if (!b && !hasMoved.current && Math.hypot(by.x, by.y) < STILL) return
    if (!hasMoved.current) stage.current?.setPointerCapture?.(event.pointerId)
    hasMoved.current = true
    const { zoom: from } = begun.current
    if (b) show(pinched(from, [a.was, b.was], [a.is, b.is]))
    else if (from.scale > 1) show({ ...from, x: from.x + by.x, y: from.y + by.y })
    else setDrag(Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: Math.max(0, by.y) })
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId)) return
    if (event.type === 'pointerup' && Math.abs(drag.x) > SWIPED) onSwipe(drag.x < 0 ? 1 : -1)
    if (event.type === 'pointerup' && drag.y > DRAGGED_AWAY) onDragAway()
    begin()
  }
  const onDoubleClick = (event: MouseEvent) =>
    zoom.scale > 1 ? setZoom(noZoom) : show(scaledAt(zoom, DOUBLE_PRESS_SCALE, pointOf(event, stage.current)))
  useTrackpad(stage, (event) => setZoom((now) => bounded(wheeled(now, event, stage.current), sizeOf(stage.current))))
  return {
    ...{ zoom, drag },
    isHeld: fingers.current.size > 0,
    /** Tells if the press that ends here was a movement: no click then. */
    hasMoved: () => hasMoved.current,
    reset: () => setZoom(noZoom),
    zoomBy: (factor: number) => show(scaledAt(zoom, zoom.scale * factor, none)),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onDoubleClick },
  }
}

/** A trackpad's pinch comes as a wheel with Ctrl, which would enlarge the page: React's listeners cannot prevent it. */
function useTrackpad(stage: RefObject<HTMLElement | null>, onPinch: (event: WheelEvent) => void): void {
  const latest = useRef(onPinch)
  useEffect(() => {
    latest.current = onPinch
  })
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      latest.current(event)
    }
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [stage])
}

function wheeled(zoom: Zoom, event: WheelEvent, stage: HTMLElement | null): Zoom {
  return scaledAt(zoom, zoom.scale * Math.exp(-event.deltaY / 100), pointOf(event, stage))
}

function pairs(before: Fingers, now: Fingers): { was: Point; is: Point }[] {
  return [...now].flatMap(([id, is]) => {
    const was = before.get(id)
    return was ? [{ was, is }] : []
  })
}

function sizeOf(stage: HTMLElement | null): { width: number; height: number } {
  return { width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 }
}

function pointOf(event: { clientX: number; clientY: number }, stage: HTMLElement | null): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {}
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
}
