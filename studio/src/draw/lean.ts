/** Without a graphics processor fewer pixels and fewer triangles are drawn, so that the page stays quick. */
export const lean = software_drawn() && !new URLSearchParams(location.search).has('full');

function software_drawn(): boolean {
  if (typeof document === 'undefined') return false;
  const context = document.createElement('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
