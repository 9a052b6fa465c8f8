# Every target makes .venv with all it needs; Python 3.11, git and make are enough to start.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := $(VENV)/.ready
# Test files that run side by side: one more than there are cores, since Blender's window waits.
JOBS ?= $(shell echo $$(($$(nproc 2>/dev/null || sysctl -n hw.ncpu) + 1)))
# A link with the package's name, because the checkout may be called anything.
LINK := $(VENV)/link

# Systems and Pythons of `make zips`.
PLATFORMS ?= linux-x64 linux-arm64 windows-x64 macos-arm64 macos-x64
ZIP_PYTHONS ?= cp311 cp313

.PHONY: walk rising crowds plaza test test-all-blenders lint extension wheels zips wheel clean

walk: $(READY)
	$(BIN)/python -m footfall bake rigify --skill walk --speed 1.0 --duration 6 \
		--out walk.blend --preview walk.mp4 --sheet walk.png

rising: $(READY)
	$(BIN)/python -m footfall bake rigify --routine pushed_over \
		--out rising.blend --preview rising.mp4 --sheet rising.png

# dancers.blend, walkers.blend, a picture and a movie of each
crowds: $(READY)
	$(BIN)/python -m footfall crowd rigify --behaviour dance --count 16 --area 5 5 \
		--spacing 0.9 --variation 0.3 --duration 12 --seed 1 \
		--out dancers.blend --preview dancers.mp4 --picture dancers.png
	$(BIN)/python -m footfall crowd rigify --behaviour goals --count 100 --area 20 10 \
		--spacing 0.7 --variation 0.1 --duration 20 --seed 1 \
		--out walkers.blend --preview walkers.mp4 --picture walkers.png

# plaza.blend, the scene of the manual's page on crowds; plaza_crowd.blend, with people who pass
plaza: $(READY)
	$(BIN)/python tools/plaza_scene.py plaza.blend
	$(BIN)/python -m footfall crowd plaza.blend --behaviour pass --marked --members light \
		--count 40 --duration 20 --seed 1 \
		--out plaza_crowd.blend --preview plaza.mp4 --picture plaza.png

test: $(READY)
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

test-all-blenders: $(READY)
	$(BIN)/python tools/test_all_blenders.py

lint: $(READY)
	$(BIN)/ruff check .
	MYPYPATH=$(LINK) $(BIN)/mypy -p footfall

# make extension PLATFORM=windows-x64 WHEELS=folder, with the slim PyBullet wheels in that folder
# The walk's laws are compiled where the zip is for this computer's kind, and that is x86-64.
extension: $(READY)
	$(BIN)/python tools/build_extension.py \
		$(if $(PLATFORM),,$(if $(filter x86_64,$(shell uname -m)),--compiled)) \
		$(if $(PLATFORM),--platform $(PLATFORM)) $(if $(WHEELS),--wheels $(WHEELS)) \
		$(if $(PYTHONS),--python $(PYTHONS))

# Slim PyBullet wheels for every system, in dist/wheels: 25 minutes, a few the next time.
wheels: $(READY)
	$(BIN)/python -m pip install -qq --group wheels
	$(BIN)/python tools/cross_wheels.py

# A zip for each system and Python.
zips: wheels
	set -e; for platform in $(PLATFORMS); do for python in $(ZIP_PYTHONS); do \
		$(BIN)/python tools/build_extension.py --platform $$platform --python $$python; \
	done; done

# The library and the command line for pip, in dist; the same on every system.
wheel: $(READY)
	$(BIN)/python -m build --quiet --wheel --outdir dist

$(READY): pyproject.toml tools/check_system.sh
	@sh tools/check_system.sh $(PYTHON)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install -qq --editable '.[dev]'
	mkdir -p $(LINK) && ln -sfn "$(CURDIR)" $(LINK)/footfall
	@touch $@

clean:
	rm -rf dist build *.egg-info .mypy_cache .ruff_cache .pytest_cache
