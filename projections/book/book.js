'use strict';
(() => {
  const scenes = [...document.querySelectorAll('.scene')];
  const $ = id => document.getElementById(id);
  const slider = $('slider'), side = $('side'), all = $('all'), body = document.body;
  let timer = 0;

  function show(n) {
    n = Math.min(Math.max(n, 1), scenes.length);
    slider.value = n;
    scenes.forEach((s, i) => s.classList.toggle('now', i === n - 1));
    $('where').textContent = n + '/' + scenes.length + '  ' + scenes[n - 1].querySelector('h2').textContent;
    $('back').disabled = n === 1;
    $('next').disabled = n === scenes.length;
    if (all.checked) scenes[n - 1].scrollIntoView({block: 'start'});
    if (n === scenes.length) stop();
  }
  const step = by => show(Number(slider.value) + by);

  function stop() {
    clearInterval(timer);
    timer = 0;
    $('play').setAttribute('aria-pressed', 'false');
  }

  function view() {
    body.classList.toggle('single', !all.checked);
    if (!side) return;
    body.classList.add('chosen');
    for (const v of document.querySelectorAll('.view')) v.classList.toggle('seen', v.dataset.side === side.value);
  }

  slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
  $('back').addEventListener('click', () => { stop(); step(-1); });
  $('next').addEventListener('click', () => { stop(); step(1); });
  $('play').addEventListener('click', () => {
    if (timer) return stop();
    if (Number(slider.value) === scenes.length) show(1);
    timer = setInterval(() => step(1), 2000);
    $('play').setAttribute('aria-pressed', 'true');
  });
  all.addEventListener('change', () => { view(); show(Number(slider.value)); });
  if (side) side.addEventListener('change', view);
  for (const m of document.querySelectorAll('figure .map')) {
    const larger = (x, y) => {
      m.classList.toggle('large');
      m.scrollTo((m.scrollWidth - m.clientWidth) * x, (m.scrollHeight - m.clientHeight) * y);
    };
    m.addEventListener('click', e => {
      const box = m.getBoundingClientRect();
      larger((e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height);
    });
    m.addEventListener('keydown', e => { if (e.key === 'Enter') larger(0.5, 0.5); });
  }
  document.addEventListener('keydown', e => {
    if (e.altKey || e.ctrlKey || e.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
    if (e.key === 'ArrowLeft') { stop(); step(-1); } else if (e.key === 'ArrowRight') { stop(); step(1); } else return;
    e.preventDefault();
  });
  $('bar').hidden = false;
  const named = () => Number((/^#scene-(\d+)$/.exec(location.hash) || [])[1] || 1);
  addEventListener('hashchange', () => show(named()));
  view();
  show(named());
})();
