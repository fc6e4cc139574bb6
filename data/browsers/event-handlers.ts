/**
 * Content attributes that are event handlers, without `on`: HTML (event handlers on elements, Document
 * objects and Window objects), UI Events, Pointer Events, CSS Animations and Transitions, Clipboard API,
 * Touch Events, Selection API, of November 2026, and additional ones of Chromium and WebKit.
 */
const NAMES = `
abort afterprint animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut
beforeinput beforematch beforepaste beforeprint beforetoggle beforeunload beforexrselect blur cancel canplay
canplaythrough change click close command contentvisibilityautostatechange contextlost contextmenu contextrestored copy
cuechange cut dblclick drag dragend dragenter dragleave dragover dragstart drop durationchange emptied ended error focus
formdata fullscreenchange fullscreenerror gesturechange gestureend gesturestart gotpointercapture hashchange input invalid
keydown keypress keyup languagechange load loadeddata loadedmetadata loadstart lostpointercapture message messageerror
mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel offline online pagehide pagereveal pageshow
pageswap paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover
pointerrawupdate pointerup popstate progress ratechange rejectionhandled reset resize scroll scrollend scrollsnapchange
scrollsnapchanging search securitypolicyviolation seeked seeking select selectionchange selectstart slotchange stalled
storage submit suspend timeupdate toggle touchcancel touchend touchmove touchstart transitioncancel transitionend
transitionrun transitionstart unhandledrejection unload volumechange waiting webkitanimationend webkitanimationiteration
webkitanimationstart webkitfullscreenchange webkitfullscreenerror webkittransitionend wheel
`;

export const eventHandlers: ReadonlySet<string> = new Set(
  NAMES.split(/\s+/)
    .filter((name) => name !== "")
    .map((name) => `on${name}`),
);
