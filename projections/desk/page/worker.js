// The worker: gunzips the rules that the page hands over, and lets them run.
onmessage = async (e) => {
  const stream = new Blob([e.data]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
  onmessage = null;
  await go.run(instance);
  postMessage({ n: -1, ok: false, error: "the rules ended" });
};
