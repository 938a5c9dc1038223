/* A list of the versions that lie beside this one, in the head of each page. The list is ../versions.js. */
(function () {
  "use strict";
  var here = new URL("../", document.currentScript.src);
  var list = document.createElement("script");
  list.src = new URL("../versions.js", here).href;
  list.onload = function () {
    var versions = window.waldVersions || [], place = document.querySelector(".md-header__title");
    if (!versions.length || !place) return;
    var now = decodeURIComponent(here.pathname.replace(/\/$/, "").split("/").pop());
    var select = document.createElement("select");
    select.className = "wald-version";
    select.setAttribute("aria-label", "Version");
    versions.forEach(function (version) {
      select.add(new Option(version, version, version === now, version === now));
    });
    select.addEventListener("change", function () {
      var page = location.href.slice(here.href.length), other = new URL("../" + select.value + "/", here).href;
      location.href = other + (/^https?:/.test(other) ? page : "index.html");
    });
    place.insertAdjacentElement("afterend", select);
  };
  document.head.appendChild(list);
})();
