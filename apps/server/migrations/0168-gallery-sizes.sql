-- The gallery shows pictures in the size of their stored files. Until now it kept what the browser had measured.
update gallery_pictures g
set width = p.width, height = p.height
from pictures p
where g.image_url = '/media/' || p.name
  and p.width is not null and p.height is not null
  and (g.width, g.height) is distinct from (p.width, p.height);
