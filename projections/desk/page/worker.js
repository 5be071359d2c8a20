// The worker: unpacks the rules that the page hands over, and lets them run.
onmessage = async (e) => {
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(unpack(e.data.packed, e.data.size), go.importObject);
  onmessage = null;
  await go.run(instance);
  postMessage({ n: -1, ok: false, error: "the rules ended" });
};
