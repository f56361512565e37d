"""Renders the last frame of a run of `tablecloth` with Blender's Cycles, from the run's own OBJ and PC2 files.

    blender --background --factory-startup --python-exit-code 1 --python script/clients/picture.py -- RUN PICTURE.png
"""

import math
import os
import sys

import bpy
import mathutils

run, picture = sys.argv[sys.argv.index("--") + 1 :]

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene


def material(name, color, roughness):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = roughness
    return made


def checked(name, squares):
    made = material(name, (1, 1, 1), 0.9)
    nodes, links = made.node_tree.nodes, made.node_tree.links
    pattern = nodes.new("ShaderNodeTexChecker")
    pattern.inputs["Scale"].default_value = squares
    pattern.inputs["Color1"].default_value = (0.72, 0.10, 0.12, 1)
    pattern.inputs["Color2"].default_value = (0.93, 0.90, 0.84, 1)
    links.new(nodes.new("ShaderNodeTexCoord").outputs["UV"], pattern.inputs["Vector"])
    links.new(pattern.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return made


bpy.ops.wm.obj_import(filepath=os.path.join(run, "tablecloth.obj"), forward_axis="Y", up_axis="Z")
cloth = bpy.context.selected_objects[0]
cache = cloth.modifiers.new("Tulle", "MESH_CACHE")
cache.cache_format = "PC2"
cache.filepath = os.path.join(run, "tablecloth.pc2")
cache.forward_axis, cache.up_axis = "POS_Y", "POS_Z"
for polygon in cloth.data.polygons:
    polygon.use_smooth = True
cloth.data.materials.clear()
cloth.data.materials.append(checked("cloth", 20))
with open(cache.filepath, "rb") as file:
    samples = int.from_bytes(file.read(32)[28:32], "little")
scene.frame_end = samples
cache.frame_start = 1
scene.frame_set(samples)

bpy.ops.mesh.primitive_cube_add(size=0.5, location=(0, 0, -0.25))
bpy.context.object.data.materials.append(material("wood", (0.30, 0.18, 0.10), 0.5))
bpy.ops.mesh.primitive_plane_add(size=20, location=(0, 0, -0.5))
bpy.context.object.data.materials.append(material("floor", (0.55, 0.55, 0.57), 0.8))

sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "AREA"))
sun.data.energy, sun.data.size = 90, 1.5
sun.location = (1.2, -1.6, 2.2)
sun.rotation_euler = (-sun.location).to_track_quat("-Z", "Y").to_euler()
scene.collection.objects.link(sun)
scene.world = bpy.data.worlds.new("sky")
scene.world.use_nodes = True
scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.75, 0.82, 0.92, 1)
scene.world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.6

camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
camera.location = (1.25, -1.55, 0.85)
aim = mathutils.Vector((0, 0, -0.17)) - camera.location
camera.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
camera.data.angle = math.radians(32)
scene.collection.objects.link(camera)
scene.camera = camera

scene.render.engine = "CYCLES"
scene.cycles.device = "CPU"
scene.cycles.samples = 48
scene.cycles.use_denoising = False
scene.render.resolution_x, scene.render.resolution_y = 800, 560
scene.view_settings.view_transform = "Standard"
scene.render.image_settings.file_format = "PNG"
scene.render.filepath = os.path.abspath(picture)
bpy.ops.render.render(write_still=True)
